/** Whether the operator keeps strangers from opening accounts. An invitation code opens one anyway. */
export function isSignUpClosed(auth: { disableSignup: boolean }, code: string | null | undefined): boolean {
  return auth.disableSignup && (code ?? '').trim() === ''
}

export const CODE_NEEDED = 'New accounts need an invitation code here. Enter yours.'
export const SIGN_UP_CLOSED = 'Signups not allowed for this instance'
