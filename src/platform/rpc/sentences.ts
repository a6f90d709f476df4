/** The sentences people read for errors that any call can have; each says what to do next. */
export const baseSentences = {
  BAD_REQUEST: 'Some of this needs another look. Correct it and try again.',
  UNAUTHORIZED: 'Sign in to continue.',
  FORBIDDEN: 'Your account may not do this. Ask an admin if you think it should.',
  MEMBERS_ONLY:
    'This is for members only. If you have an invitation code, redeem it in your settings; if not, request an invite.',
  TWO_STEP_NEEDED:
    'Admins and moderators need two-step verification. Turn it on in your settings, or sign in again and complete the second step.',
  NOT_FOUND: 'This does not exist, or it is not open to you. Check the address and try again.',
  SERVICE_UNAVAILABLE: 'The site isn’t answering at the moment. Wait a few seconds and try again.',
  TOO_MANY_REQUESTS: 'Too many attempts. Wait a moment and try again.',
} as const

/** For failures nobody foresaw. The id leads from the person's screen to our log line. */
export function unexpectedSentence(requestId: string): string {
  return `Something went wrong on our side. Try again; if it happens again, tell us this number: ${requestId}.`
}
