import { z } from 'zod'
import { CAPTCHA_FAILED, PASSWORD_LEAKED, PROOF_NEEDED } from './rules/account-sentences'
import { BUSY, LINK_DEAD, UNCONFIRMED_ELSEWHERE } from './rules/sentences'

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

/** What was proven stands unconfirmed at an account that opens another way; the link or code stays as good as it was. */
export const elsewhere = { UNCONFIRMED_ELSEWHERE: { status: 409, message: UNCONFIRMED_ELSEWHERE } }

/** Only where `ways` names a captcha; its token opens once. */
export const captchaFailed = { CAPTCHA_FAILED: { status: 400, message: CAPTCHA_FAILED } }

/** Only where the operator has new passwords looked up. */
export const passwordLeaked = { PASSWORD_LEAKED: { status: 422, message: PASSWORD_LEAKED } }

/** Nobody showed who they are in this session for a while: `proof.give` does, and then the same call goes through. */
export const proofNeeded = { PROOF_NEEDED: { status: 403, message: PROOF_NEEDED } }
