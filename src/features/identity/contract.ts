import { account, identities, proof } from './contract-account'
import { activity, securityEvents } from './contract-activity'
import { securityContract } from './contract-security'
import { codes, providers, setup, signInContract, sso, ways } from './contract-sign-in'

export type { Me } from './contract-shapes'

/** Contract of all calls for accounts and signing in. */
export const identityContract = {
  setup,
  account,
  activity,
  securityEvents,
  proof,
  codes,
  ...securityContract,
  ways,
  providers,
  sso,
  identities,
  ...signInContract,
}
