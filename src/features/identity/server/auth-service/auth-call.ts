import type { z } from 'zod'
import type { HttpResponse } from '~/platform/http/http-response'
import type { ServiceContext } from '../admin/service'

/** One request to the auth service, after routing. */
export interface AuthRequest {
  /** Services and request data for the use cases. Cookies don't authenticate here. */
  context: ServiceContext
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  /**
   * Parses the body with this schema.
   * @throws AuthError 400 validation_failed with the first issue
   */
  read: <T>(schema: z.ZodType<T>) => T
  /** Returns the body as a posted form, such as a provider sends; empty when there is none. */
  form: () => URLSearchParams
  /** The token in the Authorization header. */
  bearer: string | undefined
}

/** A call of the protocol: its result is sent as JSON, undefined as 204, an HttpResponse as it is. */
export interface AuthCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /auth/v1; `:name` is a parameter. */
  path: string
  handle: (request: AuthRequest) => Promise<AuthResponse>
}

type AuthResponse = HttpResponse | Record<string, unknown> | readonly unknown[] | undefined
