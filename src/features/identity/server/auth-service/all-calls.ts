import type { AuthCall } from './auth-call'
import { factorWireCalls } from './calls/factors'
import { keyCalls } from './calls/keys'
import { logoutCalls } from './calls/logout'
import { passkeyWireCalls } from './calls/passkeys'
import { settingsCalls } from './calls/settings'
import { tokenCalls } from './calls/token'
import { userCalls } from './calls/user'

/** The registry: one line per family. */
export const authCalls: readonly AuthCall[] = [
  ...tokenCalls,
  ...userCalls,
  ...logoutCalls,
  ...keyCalls,
  ...settingsCalls,
  ...factorWireCalls,
  ...passkeyWireCalls,
]
