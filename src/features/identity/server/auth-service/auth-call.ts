import type { z } from 'zod'
import type { HttpResponse } from '~/platform/http/http-response'
import type { ServiceContext } from '../admin/service'

/** One request to the auth service, after routing. */
export interface AuthRequest {
  /** Services and request data for the use cases. Cookies don't authenticate requests to the auth service. */
  context: ServiceContext
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  /**
   * Parses the body with this schema.
   * @throws AuthError 400 validation_failed with the first issue
   */
  read: <T>(schema: z.ZodType<T>) => T
  /** Returns the body of a posted form, as providers send it; empty if there is none. */
  form: () => URLSearchParams
  /** The token in the Authorization header. */
  bearer: string | undefined
}

/** A call of the protocol. Its result is sent as JSON, undefined as status 204, and an HttpResponse unchanged. */
export interface AuthCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below /auth/v1; `:name` is a parameter. */
  path: string
  handle: (request: AuthRequest) => Promise<AuthResponse>
}

type AuthResponse = HttpResponse | Record<string, unknown> | readonly unknown[] | undefined
