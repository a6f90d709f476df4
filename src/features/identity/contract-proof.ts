import { z } from 'zod'
import { call } from '~/platform/rpc/contract'
import { sixDigits } from './contract-account'
import { busy } from './contract-refusals'
import { FACTOR_NEEDED, WRONG_PASSWORD } from './rules/account-sentences'
import { PASSWORD_MAX } from './rules/password'
import { CODE_WRONG } from './rules/sentences'

/** What PROOF_NEEDED of another call asks for; see server/proof. */
export const proof = {
  give: call
    .meta({ access: 'signed_in' })
    .route({
      method: 'POST',
      path: '/account/proof',
      tags: ['identity'],
      summary: 'Show that it is oneself, before one’s ways in are changed',
    })
    .errors({
      WRONG_PASSWORD: { status: 422, message: WRONG_PASSWORD },
      CODE_WRONG: { status: 422, message: CODE_WRONG },
      /** Of a code, from whoever has a second factor: the mailbox may stand open in the same browser. `factors.verify` counts. */
      FACTOR_NEEDED: { status: 403, message: FACTOR_NEEDED },
      ...busy,
    })
    /** The password, or the code of `account.reauthenticate` where there is no second factor. */
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
