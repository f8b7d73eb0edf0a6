package client

import "github.com/podfleet/terraform-provider-podfleet/internal/client/model"

// The names of package model that callers of this package use: they import one package.
type (
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
)

// The values of availability: see model.HighStock.
const (
	HighStock   = model.HighStock
	MediumStock = model.MediumStock
	LowStock    = model.LowStock
	NoStock     = model.NoStock
)
