/** Returns whether sign-up is closed. With an invitation code it is always open. */
export function isSignUpClosed(auth: { disableSignup: boolean }, code: string | null | undefined): boolean {
  return auth.disableSignup && (code ?? '').trim() === ''
}

export const CODE_NEEDED = 'You need an invitation code to create an account here. Enter yours.'
export const SIGN_UP_CLOSED = 'Signups not allowed for this instance'
