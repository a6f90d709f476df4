import { type HttpResponse, createHtmlResponse } from '~/platform/http/http-response'

/** Redirects without caching and without a referrer: the redirect URLs contain states and codes. */
export function createRedirect(status: 302 | 303, address: string, cookie?: string): HttpResponse {
  return {
    status,
    headers: {
      location: address,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      ...(cookie && { 'set-cookie': cookie }),
    },
    body: '',
  }
}

/** Returns a page of the auth service that allows no scripts and no framing. */
export function createConsentResponse(page: string, cookie: string): HttpResponse {
  const response = createHtmlResponse(200, page)
  response.headers['content-security-policy'] =
    "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  response.headers['referrer-policy'] = 'no-referrer'
  response.headers['set-cookie'] = cookie
  return response
}
