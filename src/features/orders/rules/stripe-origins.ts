const ORIGINS = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  // The last origin shows the forms of banks.
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
  wallets: ['https://js.stripe.com'],
}

/** Returns the origins that Stripe's form needs on the payment page; undefined on all other pages. */
export function findStripeOrigins(path: string): typeof ORIGINS | undefined {
  return /^\/pay\/stripe\/[^/]+\/?$/u.test(path) ? ORIGINS : undefined
}
