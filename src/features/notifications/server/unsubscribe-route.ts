import type { Database } from '~/database/connect'
import { createErrorResponse } from '~/platform/http/http-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import { RefusedError } from '~/platform/rpc/refused-error'
import { updateSubscription } from './update-subscription'

const BODY_LIMIT = 4096

/**
 * Handles one-click unsubscribe from mail programs (RFC 8058), and the page's button before its scripts have loaded.
 * Requires neither an Origin header nor a session, because the URL identifies user and topic.
 */
export function createUnsubscribeRoute({ db, secret }: { db: Database; secret: string }): RawRoute {
  return {
    methods: ['POST'],
    path: /^\/unsubscribe\/(?<token>[\w.-]{1,200})$/,
    kind: 'rest',
    access: 'public',
    isOpenToOtherSites: true,
    async handle({ params: { token = '' }, readBody }) {
      const body = await readBody(BODY_LIMIT, 'The form is too large for an unsubscribe request.')
      if ('problem' in body) return body.problem
      const form = new URLSearchParams(body.bytes.toString('utf8'))
      const stop = await updateSubscription(
        { db, secret, now: new Date() },
        { token, again: form.get('again') === 'yes' },
      ).catch(ignoreNotFound)
      if (!stop) return createErrorResponse(404, 'NOT_FOUND', 'This link isn’t valid.')
      // The page's own button: redirect to the page, which shows the current state.
      if (form.has('from-page'))
        return { status: 303, headers: { location: `/unsubscribe/${token}` }, body: '' }
      return {
        status: 200,
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
        body: stop.wantsEmail ? 'Subscribed again' : 'Unsubscribed',
      }
    },
  }
}

function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof RefusedError && error.code === 'NOT_FOUND')) throw error
}
