import { z } from 'zod'
import { VERIFY_FIRST } from './rules/factor-sentences'
import { CAPTCHA_FAILED, PASSWORD_LEAKED, PROOF_NEEDED } from './rules/account-sentences'
import { BUSY, LINK_DEAD } from './rules/sentences'

// What several families of this contract refuse with.
export const busy = { BUSY: { status: 503, message: BUSY } }

export const suspended = {
  ACCOUNT_SUSPENDED: {
    status: 403,
    /** The server says until when and why, and whom to write to. */
    message: 'This account is suspended.',
    data: z.object({ /** ISO 8601. */ until: z.string(), reason: z.string().nullable() }).optional(),
  },
}

export const linkDead = { LINK_DEAD: { status: 410, message: LINK_DEAD } }

/** Only where `ways` names a captcha; its token opens once. */
export const captchaFailed = { CAPTCHA_FAILED: { status: 400, message: CAPTCHA_FAILED } }

/** Only where the operator has new passwords looked up. */
export const passwordLeaked = { PASSWORD_LEAKED: { status: 422, message: PASSWORD_LEAKED } }

/** Nobody showed who they are in this session for a while: `proof.give` does, and then the same call goes through. */
export const proofNeeded = { PROOF_NEEDED: { status: 403, message: PROOF_NEEDED } }

/** An account adds a sign-in method before its email or phone is verified. */
export const verifyFirst = { VERIFY_FIRST: { status: 403, message: VERIFY_FIRST } }
