import type { AuthCall } from './auth-call'
import { adminLinkCalls } from './calls/admin-links'
import { adminUserCalls } from './calls/admin-users'
import { adminMethodCalls } from './calls/admin-sign-in-methods'
import { samlCalls } from './calls/saml'
import { ssoCalls } from './calls/sso'
import { identityCalls } from './calls/identities'
import { callbackCalls } from './calls/callback'
import { authorizeCalls } from './calls/authorize'
import { factorCalls } from './calls/factors'
import { keyCalls } from './calls/keys'
import { logoutCalls } from './calls/logout'
import { passkeyCalls } from './calls/passkeys'
import { otpCalls } from './calls/otp'
import { reauthenticateCalls } from './calls/reauthenticate'
import { recoverCalls } from './calls/recover'
import { resendCalls } from './calls/resend'
import { settingsCalls } from './calls/settings'
import { signupCalls } from './calls/signup'
import { tokenCalls } from './calls/token'
import { userCalls } from './calls/user'
import { verifyCalls } from './calls/verify'

export const authCalls: readonly AuthCall[] = [
  ...ssoCalls,
  ...samlCalls,
  ...identityCalls,
  ...callbackCalls,
  ...authorizeCalls,
  ...tokenCalls,
  ...userCalls,
  ...signupCalls,
  ...otpCalls,
  ...verifyCalls,
  ...recoverCalls,
  ...resendCalls,
  ...reauthenticateCalls,
  ...logoutCalls,
  ...keyCalls,
  ...settingsCalls,
  ...factorCalls,
  ...passkeyCalls,
  ...adminUserCalls,
  ...adminLinkCalls,
  ...adminMethodCalls,
]
