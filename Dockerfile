# The emulator in a container, the program and nothing else:
#
#	docker build -t podfleet-emulator .
#	docker run --rm -p 127.0.0.1:8787:8787 podfleet-emulator
#
# The first three lines that it prints hold as they are where the port is published under its own number. Flags go after the
# image's name; their twins in the environment go in with --env.
#
# Since it listens for the whole network of its container, its control interface (faults, clock, drift) answers only who
# has the token of PODFLEET_EMULATOR_CONTROL_TOKEN, from wherever; without one it is 403 for everybody. Others than this
# machine can connect, so an API key of one's own (PODFLEET_EMULATOR_API_KEY) is better than the default, which everybody
# knows. Webhooks and workers in other containers have to be named: PODFLEET_EMULATOR_ALLOW_OUTBOUND.

FROM --platform=$BUILDPLATFORM golang:1.26.8@sha256:3c3e25a4da13fd0478eed2df1eb35a0e667094a7124d3993a6a1d30f71c17e79 AS build
WORKDIR /src
COPY . .
ARG TARGETOS TARGETARCH
# What --version prints.
ARG VERSION=dev
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH \
	go build -trimpath -ldflags "-s -w -X main.version=$VERSION" -o /out/podfleet-emulator ./cmd/podfleet-emulator

FROM scratch
LABEL org.opencontainers.image.source=https://github.com/podfleet/terraform-provider-podfleet \
	org.opencontainers.image.licenses=MPL-2.0
COPY --from=build /src/LICENSE /
COPY --from=build /out/podfleet-emulator /
# As nobody in particular.
USER 65532:65532
# A variable, not an argument, so that arguments of docker run leave it in place.
ENV PODFLEET_EMULATOR_LISTEN=0.0.0.0:8787
EXPOSE 8787
ENTRYPOINT ["/podfleet-emulator"]
