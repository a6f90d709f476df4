import { implementCalls } from '~/platform/rpc/implement'
import { settingsContract } from '../contract'
import type { SettingsContext } from './context'

const calls = implementCalls<SettingsContext>()(settingsContract)

export const settingsCalls = calls.router({
  site: calls.site.handler(async ({ context }) => {
    const { name, membersArea, maintenanceNotice, feeBasisPoints, priceDisplay, holdMinutes } =
      await context.settings.read()
    return { name, membersArea, maintenanceNotice, feeBasisPoints, priceDisplay, holdMinutes }
  }),
})
