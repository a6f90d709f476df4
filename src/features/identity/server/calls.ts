import { accountCalls, reauthenticationCalls } from './pages/account'
import { activityCalls, securityEventCalls } from './pages/activity'
import { factorCalls, pendingCall, recoveryCodeCalls } from './pages/factors'
import { calls } from './pages/call-implementer'
import { passkeyCalls } from './pages/passkeys'
import { providerCalls } from './pages/providers'
import { codeCalls, setupCalls, signInCalls } from './pages/sign-in'

export const identityCalls = calls.router({
  account: accountCalls,
  activity: activityCalls,
  securityEvents: securityEventCalls,
  proof: reauthenticationCalls,
  codes: codeCalls,
  factors: factorCalls,
  recoveryCodes: recoveryCodeCalls,
  pending: pendingCall,
  passkeys: passkeyCalls,
  ...providerCalls,
  ...signInCalls,
  setup: setupCalls,
})
