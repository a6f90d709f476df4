const guests = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
} as const

/**
 * Returns whether a page can show a CAPTCHA. Sign-in pages can, and so can public event pages, where tickets are
 * reserved.
 */
export function isCaptchaPage(path: string): boolean {
  return /^\/(?:auth(?:\/.*)?|events\/[^/.]+\/?)$/u.test(path)
}

/** Returns the origins whose scripts may run on a page: those of the configured CAPTCHA, if the page can show it. */
export function listCaptchaOrigins(kind: keyof typeof guests | undefined, path: string): readonly string[] {
  return kind !== undefined && isCaptchaPage(path) ? guests[kind] : []
}
