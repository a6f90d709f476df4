export { createSettingsSource, type SettingsSource } from './settings-source'
export { getSender } from '../rules/sender'
export { DEFAULT_SETTINGS, type Settings } from '../rules/settings'
