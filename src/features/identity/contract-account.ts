import { z } from 'zod'
import { call, id } from '~/platform/rpc/contract'
import { busy, passwordLeaked, proofNeeded } from './contract-refusals'
import { email, fullName, newPassword, phoneNumber } from './contract-shapes'
import {
  NOTHING_WAITS,
  ONLY_WAY_IN,
  PHONE_TAKEN,
  PROOF_MISSING,
  SAME_EMAIL,
  SAME_PASSWORD,
  SAME_PHONE,
  WRONG_PASSWORD,
} from './rules/account-sentences'
import { PASSWORD_MAX } from './rules/password'
import { CODE_WRONG, PHONES_OFF } from './rules/sentences'

const tags = ['identity']
const own = call.meta({ access: 'signed_in' })

export const sixDigits = z
  .string({ error: 'Enter the six digits.' })
  .max(40)
  .transform((text) => text.replaceAll(/\s/g, ''))
  .refine((text) => /^\d{6}$/.test(text), 'Enter the six digits.')

/** Where a code can go: masked, since somebody else may look at the screen. */
const reach = z.object({ by: z.enum(['mail', 'text']), to: z.string() })

const ownAccount = z.object({
  fullName: z.string(),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  /** The address that is to come, until every end has said yes; `waitsFor` are the ends that have not. */
  emailChange: z.object({ newEmail: z.string(), waitsFor: z.array(z.enum(['current', 'new'])) }).nullable(),
  phone: z.string().nullable(),
  isPhoneVerified: z.boolean(),
  /** The number that is to come, until its code was typed. */
  newPhone: z.string().nullable(),
  /** Whether this house sends text messages. */
  hasTextMessages: z.boolean(),
  hasPassword: z.boolean(),
  /** ISO 8601; null: never since the account was opened. */
  passwordChangedAt: z.string().nullable(),
  hasSecondFactor: z.boolean(),
  /** Where `reauthenticate` sends its code; null when it can reach nobody. */
  codeGoesTo: reach.nullable(),
})

/** One's own account as its settings show it. */
export type OwnAccount = z.output<typeof ownAccount>

const session = z.object({
  id: z.uuid(),
  /** Such as `Firefox on Linux`. */
  browser: z.string(),
  /** The network it was used from last. */
  ip: z.string().nullable(),
  /** ISO 8601. */
  startedAt: z.string(),
  lastSeenAt: z.string(),
  /** The one that asks. It stands first. */
  isThis: z.boolean(),
  /** The second factor is still to be shown there; such a session opens nothing yet. */
  isPending: z.boolean(),
  /** From a device that was new to the account, and nobody has said yet whether it was them. */
  isNew: z.boolean(),
})

const codeWrong = { CODE_WRONG: { status: 422, message: CODE_WRONG } }
const phonesOff = { PHONES_OFF: { status: 422, message: PHONES_OFF } }

/** What a person does to their own account, in its settings. Every call answers the account as it is afterwards. */
export const account = {
  get: own.route({ method: 'GET', path: '/account', tags, summary: 'One’s own account' }).output(ownAccount),

  rename: own
    .route({ method: 'PUT', path: '/account/name', tags, summary: 'Change one’s name' })
    .input(z.object({ fullName }))
    .output(ownAccount),

  requestEmail: own
    .route({
      method: 'POST',
      path: '/account/email',
      tags,
      summary: 'Begin to change one’s address: both ends are asked by mail',
    })
    .errors({ ...proofNeeded, SAME_EMAIL: { status: 422, message: SAME_EMAIL } })
    /** The same answer whether somebody else has that address. Once more with the same address: new mails. */
    .input(z.object({ email }))
    .output(ownAccount),

  cancelEmail: own
    .route({ method: 'DELETE', path: '/account/email', tags, summary: 'Keep the address one has' })
    .output(ownAccount),

  requestPhone: own
    .route({
      method: 'POST',
      path: '/account/phone',
      tags,
      summary: 'Send a code to a number that is to become one’s own',
    })
    .errors({ ...phonesOff, ...proofNeeded, SAME_PHONE: { status: 422, message: SAME_PHONE } })
    /** Once more with the same number: a new code. A number that was never confirmed can be given again. */
    .input(z.object({ phone: phoneNumber, channel: z.enum(['sms', 'whatsapp']).default('sms') }))
    .output(ownAccount),

  confirmPhone: own
    .route({
      method: 'POST',
      path: '/account/phone/confirm',
      tags,
      summary: 'Confirm the number by its code',
    })
    .errors({
      ...codeWrong,
      NOTHING_WAITS: { status: 409, message: NOTHING_WAITS },
      PHONE_TAKEN: { status: 409, message: PHONE_TAKEN },
    })
    .input(z.object({ code: sixDigits }))
    .output(ownAccount),

  cancelPhone: own
    .route({
      method: 'DELETE',
      path: '/account/phone/change',
      tags,
      summary: 'Give up the number that waits',
    })
    .output(ownAccount),

  removePhone: own
    .route({ method: 'DELETE', path: '/account/phone', tags, summary: 'Forget one’s number' })
    .errors({ ...proofNeeded, ONLY_WAY_IN: { status: 409, message: ONLY_WAY_IN } })
    .output(ownAccount),

  reauthenticate: own
    .route({
      method: 'POST',
      path: '/account/code',
      tags,
      summary: 'Send a code that stands for the password, to where one is reached',
    })
    .errors(phonesOff)
    .output(reach),

  changePassword: own
    .route({
      method: 'POST',
      path: '/account/password',
      tags,
      summary: 'Set a new password, end every other session',
    })
    .errors({
      ...proofNeeded,
      PROOF_MISSING: { status: 422, message: PROOF_MISSING },
      WRONG_PASSWORD: { status: 422, message: WRONG_PASSWORD },
      SAME_PASSWORD: { status: 422, message: SAME_PASSWORD },
      ...passwordLeaked,
      ...codeWrong,
      ...busy,
    })
    .input(
      z.object({
        password: newPassword,
        /** Of whoever has one. */
        currentPassword: z
          .string()
          .max(PASSWORD_MAX * 4)
          .optional(),
        /** From `reauthenticate`, for whoever has none. */
        code: sixDigits.optional(),
      }),
    )
    .output(ownAccount),

  sessions: {
    list: own
      .route({ method: 'GET', path: '/account/sessions', tags, summary: 'Where one is signed in' })
      .output(z.object({ sessions: z.array(session) })),

    end: own
      .route({ method: 'DELETE', path: '/account/sessions/{id}', tags, summary: 'Sign out there' })
      /** One that is over already is no error. */
      .input(z.object({ id }))
      .output(z.object({})),

    endOthers: own
      .route({
        method: 'DELETE',
        path: '/account/sessions',
        tags,
        summary: 'Sign out everywhere but here',
      })
      .output(z.object({ ended: z.int() })),
  },
}
