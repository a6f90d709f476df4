import type { RelationStatusOutput } from '../contract'
import type { RelationStatus } from '../rules/relation'

export function toRelationStatusOutput({ requestAgainAt, ...status }: RelationStatus): RelationStatusOutput {
  return { ...status, requestAgainAt: requestAgainAt?.toISOString() ?? null }
}
