const guests = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
} as const

/** Whose scripts may run on a page: those of the captcha that is set up, where people sign in, and nobody's elsewhere. */
export function captchaGuests(kind: keyof typeof guests | undefined, path: string): readonly string[] {
  if (kind === undefined) return []
  return path === '/auth' || path.startsWith('/auth/') ? guests[kind] : []
}
