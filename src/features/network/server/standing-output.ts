import type { StandingOutput } from '../contract'
import type { Standing } from '../rules/relation'

export function toStandingOutput({ requestAgainAt, ...standing }: Standing): StandingOutput {
  return { ...standing, requestAgainAt: requestAgainAt?.toISOString() ?? null }
}
