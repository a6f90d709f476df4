import { z } from 'zod'
import { defineCalls } from '~/platform/rpc/contract'
import { adminContract } from './contract-admin'
import { siteText } from './contract-shapes'

const site = z.object({
  name: z.string(),
  membersArea: z.enum(['signed_in', 'invited']),
  /** Empty if there is no notice. */
  maintenanceNotice: z.string(),
  feeBasisPoints: z.int(),
  /** The tax that the service fee includes, in millionths. */
  feeTaxPpm: z.int(),
  priceDisplay: z.enum(['itemised', 'all_in']),
  holdMinutes: z.int(),
})
/** The public settings of this site. */
export type Site = z.output<typeof site>

const read = defineCalls('settings', 'public')

export const settingsContract = {
  site: read('GET', '/site', "Get the site's name and public settings").output(site),
  texts: read(
    'GET',
    '/site/texts/{document}',
    'Get the terms, the privacy notice or the accessibility statement',
  )
    .input(z.object({ document: z.enum(['terms', 'privacy', 'accessibility']) }))
    .output(siteText),
  ...adminContract,
}
