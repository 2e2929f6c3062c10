// Package settings is the page of choices for this device, and of the work that
// is saved on it.
package settings
