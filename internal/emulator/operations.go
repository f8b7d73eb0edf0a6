package emulator

// The operations of the service, as contract 2.1 names them: for Fault.Operation, Server.Requests and
// Request.Operation. Synonyms on the wire share a name.
const (
	OpListTemplates  = "ListTemplates"
	OpCreateTemplate = "CreateTemplate"
	OpGetTemplate    = "GetTemplate"
	OpUpdateTemplate = "UpdateTemplate"
	OpDeleteTemplate = "DeleteTemplate"

	OpListEndpoints  = "ListEndpoints"
	OpCreateEndpoint = "CreateEndpoint"
	OpGetEndpoint    = "GetEndpoint"
	OpUpdateEndpoint = "UpdateEndpoint"
	OpDeleteEndpoint = "DeleteEndpoint"

	OpListPods   = "ListPods"
	OpCreatePod  = "CreatePod"
	OpGetPod     = "GetPod"
	OpUpdatePod  = "UpdatePod"
	OpDeletePod  = "DeletePod"
	OpStartPod   = "StartPod"
	OpStopPod    = "StopPod"
	OpResetPod   = "ResetPod"
	OpRestartPod = "RestartPod"
	// OpTerminatePod is an action of version 2. OpPodAction is a request for an action that does not exist.
	OpTerminatePod = "TerminatePod"
	OpPodAction    = "PodAction"

	OpListNetworkVolumes  = "ListNetworkVolumes"
	OpCreateNetworkVolume = "CreateNetworkVolume"
	OpGetNetworkVolume    = "GetNetworkVolume"
	OpUpdateNetworkVolume = "UpdateNetworkVolume"
	OpDeleteNetworkVolume = "DeleteNetworkVolume"

	OpListContainerRegistryAuths  = "ListContainerRegistryAuths"
	OpCreateContainerRegistryAuth = "CreateContainerRegistryAuth"
	OpGetContainerRegistryAuth    = "GetContainerRegistryAuth"
	OpDeleteContainerRegistryAuth = "DeleteContainerRegistryAuth"

	OpListPodBilling           = "ListPodBilling"
	OpListEndpointBilling      = "ListEndpointBilling"
	OpListNetworkVolumeBilling = "ListNetworkVolumeBilling"

	OpGetOpenAPI = "GetOpenAPI"

	OpRunJob           = "RunJob"
	OpRunJobSync       = "RunJobSync"
	OpGetJobStatus     = "GetJobStatus"
	OpGetJobStatusSync = "GetJobStatusSync"
	OpStreamJob        = "StreamJob"
	OpCancelJob        = "CancelJob"
	OpRetryJob         = "RetryJob"
	OpPurgeQueue       = "PurgeQueue"
	OpGetHealth        = "GetHealth"
	OpListRequests     = "ListRequests"
	OpOpenAI           = "OpenAI"
)
