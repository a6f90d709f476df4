import { ORPCError } from '@orpc/client'
import { fieldErrors } from '~/platform/rpc/errors'

/** Returns server errors by form path: `title`, `lineUp.2.startClock`. */
export function findFormErrors(error: unknown): Record<string, string> | undefined {
  const errors = Object.entries(fieldErrors(error))
  if (errors.length === 0) return undefined
  return Object.fromEntries(errors.map(([path, message]) => [toField(path), message]))
}

function toField(path: string): string {
  return path.replace(/^changes\./u, '').replace(/^slots\b/u, 'lineUp')
}

/** Whether retrying would give the same error. */
export function isFinal(error: unknown): boolean {
  return error instanceof ORPCError && error.status < 500 && error.status !== 429 && error.status !== 408
}

type ConflictOrigin = { by: { id: string; name: string } | undefined; at: string | undefined }

/** Returns who made the conflicting change. */
export function parseConflictOrigin(error: unknown): ConflictOrigin {
  const data: unknown = error instanceof ORPCError ? error.data : undefined
  if (typeof data !== 'object' || data === null) return { by: undefined, at: undefined }
  const at = 'at' in data && typeof data.at === 'string' ? data.at : undefined
  return { by: 'by' in data ? parsePerson(data.by) : undefined, at }
}

function parsePerson(value: unknown): ConflictOrigin['by'] {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('name' in value)) return undefined
  const { id, name } = value
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined
}
