import { ORPCError } from '@orpc/client'
import { getFieldErrors } from '~/platform/rpc/errors'
import { type Changes, isTimeField, listFields, pick } from './event-values'
import type { Origin } from './saving'

/** Returns server errors by form path: `title`, `lineUp.2.startClock`. */
export function findFormErrors(error: unknown): Record<string, string> | undefined {
  const errors = Object.entries(getFieldErrors(error))
  if (errors.length === 0) return undefined
  return Object.fromEntries(errors.map(([path, message]) => [toFormPath(path), message]))
}

function toFormPath(path: string): string {
  return path.replace(/^changes\./u, '').replace(/^slots\b/u, 'lineUp')
}

function getFieldName(path: string): string {
  return path.split('.')[0] ?? ''
}

/** Returns the errors without those of changed fields. All time fields count as one field, see `isTimeField`. */
export function removeErrors(errors: Record<string, string>, changes: Changes): Record<string, string> {
  const isTimeChanged = listFields(changes).some(isTimeField)
  const isRemoved = (field: string) => field in changes || (isTimeChanged && isTimeField(field))
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !isRemoved(getFieldName(path))))
}

/** Returns the changes to hold back until they are edited: those with an error, or all if no error is about them. */
export function pickRefused(batch: Changes, errors: Record<string, string>): Changes {
  const blamed = Object.keys(errors).map(getFieldName)
  const bad = pick(batch, (name) => blamed.includes(name) || (isTimeField(name) && blamed.some(isTimeField)))
  return listFields(bad).length > 0 ? bad : batch
}

/** Whether retrying would give the same error. */
export function isPermanentError(error: unknown): boolean {
  return error instanceof ORPCError && error.status < 500 && error.status !== 429 && error.status !== 408
}

/** Returns who saved the newer version that a save was refused for. */
export function findOrigin(error: unknown): Origin | undefined {
  return error instanceof ORPCError && error.code === 'CHANGED' ? error.data : undefined
}
