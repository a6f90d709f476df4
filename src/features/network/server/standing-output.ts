import type { StandingOutput } from '../contract'
import type { Standing } from '../rules/relation'

export function toStandingOutput({ askAgainAt, ...standing }: Standing): StandingOutput {
  return { ...standing, askAgainAt: askAgainAt?.toISOString() ?? null }
}
