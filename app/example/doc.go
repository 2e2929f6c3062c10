// Package example is one small table that pages show before anybody has loaded
// data: the readings of twelve devices under two key designs, and one question
// that both answer.
//
// A reader meets DeviceFirst and DayFirst first. What always holds: plan and
// costs are answers of the engine, never figures written down.
package example
