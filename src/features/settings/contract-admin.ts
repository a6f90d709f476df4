import { z } from 'zod'
import { timeCursor } from '~/lib/cursor'
import { defineCalls, nextCursor, pageAfter } from '~/platform/rpc/contract'
import { textSections } from './contract-shapes'
import { isInOneSection } from './rules/setting-sections'
import { SETTING_KEYS, type Settings } from './rules/settings'

const admin = defineCalls('settings', 'admin')

// Checks only the type. The settings page and the server check lengths and ranges with rules/setting-problems.ts.
const value = z.union([z.string().max(200_000), z.number()])
const keys = Object.keys(SETTING_KEYS) as [keyof Settings, ...(keyof Settings)[]]
const key = z.enum(keys)

const values = z.object({
  name: z.string(),
  membersArea: z.enum(['signed_in', 'invited']),
  maintenanceNotice: z.string(),
  invitationsPerMember: z.int(),
  feeBasisPoints: z.int(),
  feeTaxPpm: z.int(),
  priceDisplay: z.enum(['itemised', 'all_in']),
  processingFees: z.enum(['organizer', 'site']),
  holdMinutes: z.int(),
  emailSender: z.string(),
  contactAddress: z.string(),
  legalName: z.string(),
  legalAddress: z.string(),
  taxId: z.string(),
  terms: z.string(),
  privacy: z.string(),
  accessibility: z.string(),
})

const siteSettings = z.object({
  values,
  /** The version of each setting. A save sends the version that it is based on. */
  versions: z.record(key, z.int()),
  /** The last change of each setting. Settings that were never changed are left out. */
  changed: z.partialRecord(key, z.object({ at: z.string(), by: z.string().nullable() })),
  /** The sender address that is used while the setting `emailSender` is empty. */
  configuredSender: z.string(),
})
export type SiteSettings = z.output<typeof siteSettings>

const conflict = z.object({
  key,
  /** The admin who changed the setting; null if their account was deleted. */
  by: z.string().nullable(),
  at: z.string(),
  value,
  version: z.int(),
})
export type SettingConflict = z.output<typeof conflict>

const pastChange = z.object({
  id: z.string(),
  key,
  at: z.string(),
  by: z.string().nullable(),
  from: value,
  to: value,
})
export type PastChange = z.output<typeof pastChange>

export const adminContract = {
  get: admin('GET', '/admin/settings', 'Get all settings for an admin').output(siteSettings),
  save: admin('POST', '/admin/settings', 'Change settings of one section, all or none')
    .errors({
      CHANGED: {
        status: 409,
        message: 'Another admin has changed this in the meantime.',
        data: z.object({ conflicts: z.array(conflict) }),
      },
    })
    .input(
      z.object({
        changes: z
          .array(z.object({ key, value, version: z.int().min(0).max(2_000_000_000) }))
          .min(1, 'Add at least one setting.')
          .max(keys.length)
          .refine(
            (changes) => new Set(changes.map((change) => change.key)).size === changes.length,
            'List each setting only once.',
          )
          .refine(
            (changes) => isInOneSection(changes.map((change) => change.key)),
            'Save one section at a time.',
          ),
      }),
    )
    .output(siteSettings),
  history: admin('GET', '/admin/settings/history', 'List earlier values, newest first')
    .input(
      z.object({
        key: key.optional(),
        after: pageAfter(timeCursor),
      }),
    )
    .output(z.object({ changes: z.array(pastChange), nextCursor })),
  testEmail: admin('POST', '/admin/settings/test-mail', "Send a test email to the caller's own address")
    .errors({
      EMAIL_NEEDED: {
        status: 422,
        message: 'Add your email in your account settings first. The test email goes there.',
      },
    })
    .input(
      z.object({
        /** The sender address to test; empty for the address configured at deployment. */
        sender: z.string().max(1000),
      }),
    )
    // A refusal by the mail server is a valid result of the test, not a failed call.
    .output(z.object({ isSent: z.boolean(), message: z.string() })),
  previewText: admin('POST', '/admin/settings/preview', 'Preview a Markdown text as readers see it')
    .input(z.object({ markdown: z.string().max(200_000) }))
    .output(textSections),
}
