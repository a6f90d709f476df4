import { z } from 'zod'
import { call } from '~/platform/rpc/contract'

const site = z.object({
  /** What the house is called. */
  name: z.string(),
  membersArea: z.enum(['signed_in', 'invited']),
  /** Empty: there is none. */
  maintenanceNotice: z.string(),
  feeBasisPoints: z.int(),
  priceDisplay: z.enum(['itemised', 'all_in']),
  holdMinutes: z.int(),
})
/** What everybody may know of how this house is run. */
export type Site = z.output<typeof site>

const tags = ['settings']

export const settingsContract = {
  site: call
    .meta({ access: 'public' })
    .route({ method: 'GET', path: '/site', tags, summary: 'How this house is called and run' })
    .output(site),
}
