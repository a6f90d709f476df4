import { z } from 'zod'
import { id } from '~/platform/rpc/contract'
import {
  authorizationUrl,
  busy,
  email,
  fullName,
  newPassword,
  next,
  own,
  passwordLeaked,
  phoneNumber,
  reauthenticationRequired,
  provider,
  providerName,
  providerSilent,
  providerUnknown,
  sixDigits,
  verifyFirst,
} from './contract-shapes'
import {
  FACTOR_NEEDED,
  NO_PENDING_CHANGE,
  ONLY_SIGN_IN_METHOD,
  PHONE_TAKEN,
  REAUTHENTICATION_MISSING,
  SAME_EMAIL,
  SAME_PASSWORD,
  SAME_PHONE,
  WRONG_PASSWORD,
} from './rules/account-sentences'
import { PASSWORD_MAX } from './rules/password'
import { LAST_SIGN_IN_METHOD } from './rules/provider-sentences'
import { CODE_WRONG, TEXT_MESSAGES_DISABLED } from './rules/messages'

/** Where a code is sent, masked because other people may see the screen. */
const reach = z.object({ by: z.enum(['email', 'text']), to: z.string() })

const ownAccount = z.object({
  fullName: z.string(),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  /** The pending email change; `waitsFor` lists the addresses that must still confirm. */
  emailChange: z.object({ newEmail: z.string(), waitsFor: z.array(z.enum(['current', 'new'])) }).nullable(),
  phone: z.string().nullable(),
  isPhoneVerified: z.boolean(),
  newPhone: z.string().nullable(),
  hasTextMessages: z.boolean(),
  hasPassword: z.boolean(),
  /** ISO 8601; null if the password hasn’t changed since the account was created. */
  passwordChangedAt: z.string().nullable(),
  hasSecondFactor: z.boolean(),
  /**
   * Where `reauthenticate` sends its code; null if the account has neither an email nor a phone that can get text
   * messages.
   */
  codeDestination: reach.nullable(),
})

export type OwnAccount = z.output<typeof ownAccount>

const session = z.object({
  id: z.uuid(),
  /** Such as `Firefox on Linux`. */
  browser: z.string(),
  /** The IP address from which the session was last used. */
  ip: z.string().nullable(),
  /** ISO 8601. */
  startedAt: z.string(),
  lastSeenAt: z.string(),
  /** The caller’s session, listed first. */
  isThis: z.boolean(),
  /** The session has not completed two-step verification yet. */
  isPending: z.boolean(),
  /** The session started on a device that was new to the account, and the person hasn’t confirmed it yet. */
  isNew: z.boolean(),
})

const codeWrong = { CODE_WRONG: { status: 422, message: CODE_WRONG } }
const phonesOff = { TEXT_MESSAGES_DISABLED: { status: 422, message: TEXT_MESSAGES_DISABLED } }

/** Calls that change the caller’s own account in the settings. Each returns the changed account. */
export const account = {
  get: own('GET', '/account', 'Your account').output(ownAccount),

  rename: own('PUT', '/account/name', 'Change your name').input(z.object({ fullName })).output(ownAccount),

  requestEmail: own('POST', '/account/email', 'Start an email change: both addresses get an email')
    .errors({ ...reauthenticationRequired, SAME_EMAIL: { status: 422, message: SAME_EMAIL } })
    /**
     * The response doesn’t reveal whether another account has the email. A repeated request for the same email sends
     * new emails.
     */
    .input(z.object({ email }))
    .output(ownAccount),

  cancelEmail: own('DELETE', '/account/email', 'Cancel the email change').output(ownAccount),

  requestPhone: own('POST', '/account/phone', 'Start a phone change: sends a code to the number')
    .errors({ ...phonesOff, ...reauthenticationRequired, SAME_PHONE: { status: 422, message: SAME_PHONE } })
    /** A repeated request for the same number sends a new code, even if it is the current, unverified number. */
    .input(z.object({ phone: phoneNumber, channel: z.enum(['sms', 'whatsapp']).default('sms') }))
    .output(ownAccount),

  confirmPhone: own('POST', '/account/phone/confirm', 'Confirm the new phone with its code')
    .errors({
      ...codeWrong,
      NO_PENDING_CHANGE: { status: 409, message: NO_PENDING_CHANGE },
      PHONE_TAKEN: { status: 409, message: PHONE_TAKEN },
    })
    .input(z.object({ code: sixDigits }))
    .output(ownAccount),

  cancelPhone: own('DELETE', '/account/phone/change', 'Cancel the phone change').output(ownAccount),

  removePhone: own('DELETE', '/account/phone', 'Remove your phone number')
    .errors({
      ...reauthenticationRequired,
      ONLY_SIGN_IN_METHOD: { status: 409, message: ONLY_SIGN_IN_METHOD },
    })
    .output(ownAccount),

  reauthenticate: own('POST', '/account/code', 'Send a one-time sign-in code to your email or phone')
    .errors(phonesOff)
    .output(reach),

  changePassword: own('POST', '/account/password', 'Set a new password, end every other session')
    .errors({
      ...reauthenticationRequired,
      REAUTHENTICATION_MISSING: { status: 422, message: REAUTHENTICATION_MISSING },
      WRONG_PASSWORD: { status: 422, message: WRONG_PASSWORD },
      SAME_PASSWORD: { status: 422, message: SAME_PASSWORD },
      ...passwordLeaked,
      ...codeWrong,
      ...busy,
    })
    .input(
      z.object({
        password: newPassword,
        /** Required if the account has a password. */
        currentPassword: z
          .string()
          .max(PASSWORD_MAX * 4)
          .optional(),
        /** Required if the account has no password: the code that `reauthenticate` sent. */
        code: sixDigits.optional(),
      }),
    )
    .output(ownAccount),

  sessions: {
    list: own('GET', '/account/sessions', 'Where you are signed in').output(
      z.object({ sessions: z.array(session) }),
    ),

    end: own('DELETE', '/account/sessions/{id}', 'Sign out there')
      /** Ending a session that has already ended succeeds. */
      .input(z.object({ id }))
      .output(z.object({})),

    endOthers: own('DELETE', '/account/sessions', 'Sign out everywhere but here').output(
      z.object({ ended: z.int() }),
    ),
  },
}

/** Reauthentication. Use it after a call failed with REAUTHENTICATION_REQUIRED, then repeat that call. */
export const proof = {
  give: own('POST', '/account/proof', 'Reauthenticate before changing sign-in methods')
    .errors({
      WRONG_PASSWORD: { status: 422, message: WRONG_PASSWORD },
      CODE_WRONG: { status: 422, message: CODE_WRONG },
      /**
       * A code is refused for an account with a second factor, because the mailbox may be open in the same browser. Use
       * `factors.verify` instead.
       */
      FACTOR_NEEDED: { status: 403, message: FACTOR_NEEDED },
      ...busy,
    })
    /**
     * The account’s password. An account without a second factor can send the code of `account.reauthenticate`
     * instead.
     */
    .input(
      z.union([
        z.object({
          password: z
            .string()
            .min(1, 'Enter your password.')
            .max(PASSWORD_MAX * 4),
        }),
        z.object({ code: sixDigits }),
      ]),
    )
    .output(z.object({})),
}

const identity = z.object({
  id: z.uuid(),
  provider: z.string(),
  /** The provider’s name, such as GitHub. */
  label: z.string(),
  /** The person’s email or name at the provider. */
  account: z.string().nullable(),
  /** ISO 8601. */
  createdAt: z.string(),
  lastSignedInAt: z.string().nullable(),
  canUnlink: z.boolean(),
})

/** Provider accounts linked to the caller’s account. */
export const identities = {
  list: own('GET', '/account/identities', 'Linked provider accounts').output(
    z.object({
      identities: z.array(identity),
      /** Providers that are not linked yet. */
      linkable: z.array(provider),
    }),
  ),

  link: own('POST', '/account/identities/link', 'Start linking a provider')
    .errors({ ...providerSilent, ...providerUnknown, ...reauthenticationRequired, ...verifyFirst })
    /** After linking, the browser returns to `next` with `?linked=<name>`, or `?error_code=…&error_description=…`. */
    .input(z.object({ name: providerName, next }))
    .output(authorizationUrl),

  unlink: own('POST', '/account/identities/unlink', 'Unlink a provider')
    .errors({
      ...reauthenticationRequired,
      LAST_SIGN_IN_METHOD: { status: 409, message: LAST_SIGN_IN_METHOD },
    })
    .input(z.object({ id }))
    .output(z.object({})),
}
