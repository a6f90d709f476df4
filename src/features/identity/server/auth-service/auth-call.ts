import type { z } from 'zod'
import type { Answer } from '~/platform/http/answer'
import type { ServiceContext } from '../admin/service'

/** One request to the auth service, after its path was found. */
export interface AuthRequest {
  /** Services and circumstances for the use cases. Cookies sign no one in here. */
  context: ServiceContext
  /** The named parts of the path. */
  params: Readonly<Record<string, string>>
  search: URLSearchParams
  /** The body as this schema reads it. @throws AuthError 400 validation_failed with the first fault. */
  read: <T>(schema: z.ZodType<T>) => T
  /** The body as a posted form, such as a provider sends; empty when there is none. */
  form: () => URLSearchParams
  /** The token in the Authorization header. */
  bearer: string | undefined
}

/** A call of the protocol: its answer is sent as JSON, undefined as 204, an Answer as it is. */
export interface AuthCall {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /auth/v1; `:name` is a parameter. */
  path: string
  handle: (request: AuthRequest) => Promise<AuthAnswer>
}

type AuthAnswer = Answer | Record<string, unknown> | readonly unknown[] | undefined
