import { z } from 'zod'
import { call } from '~/platform/rpc/contract'
import { busy, passwordLeaked } from './contract-refusals'
import { email, fullName, newPassword, signedIn, token } from './contract-shapes'
import { ALREADY_REGISTERED, HAS_ADMIN, SETUP_WRONG } from './rules/sentences'

const tags = ['identity']
const refusals = {
  NOT_FOUND: { status: 404, message: SETUP_WRONG },
  HAS_ADMIN: { status: 410, message: HAS_ADMIN },
}

/** The first admin of a house, by the address that is printed at start; afterwards all of this is over. */
export const setup = {
  inspect: call
    .meta({ access: 'public' })
    .route({ method: 'POST', path: '/setup/link', tags, summary: 'What the printed address is good for' })
    .input(z.object({ token: z.string().max(200) }))
    .output(z.object({ state: z.enum(['open', 'closed', 'unknown']) })),

  open: call
    .meta({ access: 'public' })
    .route({ method: 'POST', path: '/setup', tags, summary: 'Become the first admin with a new account' })
    .errors({
      ...refusals,
      USER_ALREADY_EXISTS: { status: 409, message: ALREADY_REGISTERED },
      ...passwordLeaked,
      ...busy,
    })
    .input(z.object({ token, fullName, email, password: newPassword }))
    .output(signedIn),

  claim: call
    .meta({ access: 'signed_in' })
    .route({ method: 'POST', path: '/setup/claim', tags, summary: 'Become the first admin as who one is' })
    .errors(refusals)
    .input(z.object({ token }))
    .output(z.object({ landingPath: z.string() })),
}
