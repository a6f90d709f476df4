import { clientFor } from '~/platform/rpc/client'
import type { settingsContract, Site } from '../contract'

export type { Site }

export const settings = clientFor<typeof settingsContract>('settings')

/** How this house is called and run; what changed there is seen within a minute by who keeps a page open. */
export function siteQuery() {
  return settings.site.queryOptions({ staleTime: 60_000 })
}
