package client

import "github.com/podfleet/terraform-provider-podfleet/internal/client/model"

// The names of package model that callers of this package use: they import one package.
type (
	// Pod is model.Pod.
	Pod = model.Pod
	// PodGPU is model.PodGPU.
	PodGPU = model.PodGPU
	// PodMachine is model.PodMachine.
	PodMachine = model.PodMachine
	// PodSSH is model.PodSSH.
	PodSSH = model.PodSSH
	// SSHAccess is model.SSHAccess.
	SSHAccess = model.SSHAccess
	// PodFields is model.PodFields.
	PodFields = model.PodFields
	// PodPlacement is model.PodPlacement.
	PodPlacement = model.PodPlacement
	// PodCreate is model.PodCreate.
	PodCreate = model.PodCreate
	// PodFilter is model.PodFilter.
	PodFilter = model.PodFilter

	// Template is model.Template.
	Template = model.Template
	// TemplateFields is model.TemplateFields.
	TemplateFields = model.TemplateFields
	// TemplateCreate is model.TemplateCreate.
	TemplateCreate = model.TemplateCreate
	// TemplateFilter is model.TemplateFilter.
	TemplateFilter = model.TemplateFilter

	// Endpoint is model.Endpoint.
	Endpoint = model.Endpoint
	// EndpointFields is model.EndpointFields.
	EndpointFields = model.EndpointFields
	// EndpointCreate is model.EndpointCreate.
	EndpointCreate = model.EndpointCreate

	// Container is model.Container.
	Container = model.Container
	// GPUType is model.GPUType.
	GPUType = model.GPUType
	// CPUType is model.CPUType.
	CPUType = model.CPUType
	// DataCenter is model.DataCenter.
	DataCenter = model.DataCenter
	// Stock is model.Stock.
	Stock = model.Stock
	// CUDAStock is model.CUDAStock.
	CUDAStock = model.CUDAStock
	// GPUQuery is model.GPUQuery.
	GPUQuery = model.GPUQuery
	// CPUQuery is model.CPUQuery.
	CPUQuery = model.CPUQuery
	// DataCenterQuery is model.DataCenterQuery.
	DataCenterQuery = model.DataCenterQuery

	// NetworkVolume is model.NetworkVolume.
	NetworkVolume = model.NetworkVolume
	// NetworkVolumeFields is model.NetworkVolumeFields.
	NetworkVolumeFields = model.NetworkVolumeFields
	// NetworkVolumeCreate is model.NetworkVolumeCreate.
	NetworkVolumeCreate = model.NetworkVolumeCreate

	// ContainerRegistryAuth is model.ContainerRegistryAuth.
	ContainerRegistryAuth = model.ContainerRegistryAuth
	// ContainerRegistryAuthCreate is model.ContainerRegistryAuthCreate.
	ContainerRegistryAuthCreate = model.ContainerRegistryAuthCreate

	// BillingWindow is model.BillingWindow.
	BillingWindow = model.BillingWindow
	// PodBillingFilter is model.PodBillingFilter.
	PodBillingFilter = model.PodBillingFilter
	// EndpointBillingFilter is model.EndpointBillingFilter.
	EndpointBillingFilter = model.EndpointBillingFilter
	// NetworkVolumeBillingFilter is model.NetworkVolumeBillingFilter.
	NetworkVolumeBillingFilter = model.NetworkVolumeBillingFilter
	// BillingReport is model.BillingReport.
	BillingReport[T any] = model.BillingReport[T]
	// BillingRecord is model.BillingRecord.
	BillingRecord = model.BillingRecord
	// NetworkVolumeBillingRecord is model.NetworkVolumeBillingRecord.
	NetworkVolumeBillingRecord = model.NetworkVolumeBillingRecord
)

// The values of availability: see model.HighStock.
const (
	HighStock   = model.HighStock
	MediumStock = model.MediumStock
	LowStock    = model.LowStock
	NoStock     = model.NoStock
)
