import { ORPCError } from '@orpc/client'
import { fieldErrors } from '~/platform/rpc/errors'

/** Returns server errors by form path: `title`, `lineUp.2.startClock`. */
export function faultsOf(error: unknown): Record<string, string> | undefined {
  const faults = Object.entries(fieldErrors(error))
  if (faults.length === 0) return undefined
  return Object.fromEntries(faults.map(([path, words]) => [toField(path), words]))
}

function toField(path: string): string {
  return path.replace(/^changes\./u, '').replace(/^slots\b/u, 'lineUp')
}

/** Whether retrying would give the same error. */
export function isFinal(error: unknown): boolean {
  return error instanceof ORPCError && error.status < 500 && error.status !== 429 && error.status !== 408
}

type Whose = { by: { id: string; name: string } | undefined; at: string | undefined }

/** Returns who made the conflicting change, from the refusal. */
export function whoChanged(error: unknown): Whose {
  const said: unknown = error instanceof ORPCError ? error.data : undefined
  if (typeof said !== 'object' || said === null) return { by: undefined, at: undefined }
  const at = 'at' in said && typeof said.at === 'string' ? said.at : undefined
  return { by: 'by' in said ? readPerson(said.by) : undefined, at }
}

function readPerson(said: unknown): Whose['by'] {
  if (typeof said !== 'object' || said === null || !('id' in said) || !('name' in said)) return undefined
  const { id, name } = said
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined
}
