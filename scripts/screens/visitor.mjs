const seen = (name, route, path, more = {}) => ({ name, as: 'visitor', route, path, ...more })

/** Describes a screen in the state after `act(page)`. */
const screenAfter = (name, route, path, act) => ({
  name,
  as: 'visitor',
  route,
  async *states({ page, open }) {
    await open(path)
    await act(page)
    yield ''
  },
})

export const visitorScreens = [
  seen('landing', 'index', '/'),
  seen('menu', 'index', '/events', { press: ['Menu'], widths: [390] }),
  seen('events', 'events.index', '/events'),
  seen('events-list', 'events.index', '/events?view=list'),
  seen('events-none', 'events.index', '/events?q=polka'),
  seen('event', 'events.$id', '/events/{event:Dust & Diamonds}'),
  screenAfter('event-chosen', 'events.$id', '/events/{event:Dust & Diamonds}', async (page) => {
    const tickets = page.getByRole('group', { name: 'General Admission', exact: true })
    for (let count = 0; count < 2; count += 1) await tickets.getByRole('button', { name: 'More' }).click()
  }),
  seen('event-sold-out', 'events.$id', '/events/{event:Dancing in the Dark Matter}'),
  seen('event-paid-at-the-door', 'events.$id', '/events/{event:Paper Planes}'),
  seen('event-not-found', 'events.$id', '/events/nothing'),
  seen('discover', 'discover', '/discover'),
  seen('discover-none', 'discover', '/discover?q=polka'),
  seen('dj', 'dj.$id', '/dj/{dj:Juno Okafor}'),
  seen('dj-not-found', 'dj.$id', '/dj/nobody'),
  seen('auth-sign-in', 'auth.index', '/auth?tab=sign-in'),
  seen('auth-sign-up', 'auth.index', '/auth?tab=sign-up'),
  screenAfter('auth-sign-up-errors', 'auth.index', '/auth?tab=sign-up', (page) =>
    page.getByRole('form').getByRole('button', { name: 'Sign Up', exact: true }).click(),
  ),
  seen('auth-code', 'auth.index', '/auth?tab=sign-in&way=code'),
  seen('auth-invited', 'auth.index', '/auth?code=K7Q2XM0R'),
  seen('auth-invitation-invalid', 'auth.index', '/auth?code=WRONGONE'),
  seen('auth-forgot', 'auth.forgot', '/auth/forgot'),
  seen('auth-reset-invalid', 'auth.reset', '/auth/reset?token=none'),
  seen('auth-verify-invalid', 'auth.verify', '/auth/verify?token=none'),
  seen('auth-link-invalid', 'auth.link', '/auth/link?token=none&type=magiclink'),
  seen('auth-callback-failed', 'auth.callback', '/auth/callback?error_code=access_denied'),
  seen('request-invite', 'request-invite', '/request-invite'),
  seen('terms', 'terms', '/terms'),
  seen('privacy', 'privacy', '/privacy'),
  seen('accessibility', 'accessibility', '/accessibility'),
  seen('not-found', '$', '/nowhere'),
  seen('setup-over', 'setup', '/setup?token=none'),
  seen('transfer-invalid', 'tickets.$token', '/tickets/nothing'),
  seen('unsubscribe-invalid', 'unsubscribe.$token', '/unsubscribe/nothing'),
  seen('sandbox-not-found', 'pay.sandbox.$reference', '/pay/sandbox/nothing'),
]
