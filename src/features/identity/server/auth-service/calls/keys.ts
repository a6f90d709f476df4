import { type HttpResponse, createJsonResponse } from '~/platform/http/http-response'
import { AUTH_SERVICE_PATH } from '../../../rules/auth-service-path'
import { ALGORITHM } from '../../tokens/signing-keys'
import type { AuthCall, AuthRequest } from '../auth-call'

// Cached, because apps request the keys at every cold start. Ten minutes are safe, because each new key is published
// 15 minutes before it signs.
function createCacheableResponse(value: Record<string, unknown>): HttpResponse {
  const response = createJsonResponse(200, value)
  response.headers['cache-control'] = 'public, max-age=600'
  return response
}

async function getPublishedKeys({ context }: AuthRequest) {
  return createCacheableResponse({ keys: await context.signingKeys.published() })
}

/**
 * Returns the metadata by which a verifier that knows only our issuer finds our keys (OpenID Connect Discovery, RFC
 * 8414). It lists no endpoints and no grants, because this service signs people in for our own apps only.
 */
async function getMetadata({ context }: AuthRequest) {
  const issuer = `${context.config.publicUrl}${AUTH_SERVICE_PATH}`
  return createCacheableResponse({
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: [],
    grant_types_supported: [],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALGORITHM],
    claims_supported: [
      'aud',
      'exp',
      'iat',
      'iss',
      'sub',
      'session_id',
      'aal',
      'amr',
      'email',
      'phone',
      'role',
      'app_metadata',
      'user_metadata',
      'is_anonymous',
    ],
  })
}

/**
 * The public keys (RFC 7517), at the standard path and at the one that the product’s specification names, and the
 * metadata by which verifiers find them.
 */
export const keyCalls: readonly AuthCall[] = [
  { method: 'GET', path: '/.well-known/jwks.json', handle: getPublishedKeys },
  { method: 'GET', path: '/jwks', handle: getPublishedKeys },
  { method: 'GET', path: '/.well-known/openid-configuration', handle: getMetadata },
  { method: 'GET', path: '/.well-known/oauth-authorization-server', handle: getMetadata },
]
