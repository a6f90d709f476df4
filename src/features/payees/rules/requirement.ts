/** What a payout provider can require from a person, in the terms of this product. */
export const REQUIREMENT_KINDS = [
  'name',
  'birth_date',
  'address',
  'contact',
  'identity_document',
  'tax_number',
  'bank_account',
  'business',
  'terms',
  'unknown',
] as const
export type RequirementKind = (typeof REQUIREMENT_KINDS)[number]

export const URGENCIES = ['overdue', 'now', 'later'] as const
export type Urgency = (typeof URGENCIES)[number]

export interface Requirement {
  kind: RequirementKind
  urgency: Urgency
  dueAt: Date | null
}

// Patterns of Stripe's codes, such as `individual.verification.document` or `person_1Nv0.dob.day`. The first match
// counts.
const KINDS: readonly [RegExp, RequirementKind][] = [
  [/(?:^|\.)external_account$/, 'bank_account'],
  [/\.verification\.(?:proof_of_liveness|(?:additional_)?document)(?:\.|$)/, 'identity_document'],
  [/\.(?:id_number|ssn_last_4|tax_id|vat_id|registration_number)$/, 'tax_number'],
  [/\.(?:first_name|last_name)$/, 'name'],
  [/\.dob\.(?:day|month|year)$/, 'birth_date'],
  [/\.address\./, 'address'],
  [/\.(?:email|phone)$/, 'contact'],
  [/^(?:business_type$|business_profile\.|company\.name$)/, 'business'],
  [/^tos_acceptance\./, 'terms'],
]

/**
 * Translates the codes of a provider, such as `individual.dob.day`. Several codes of one kind become one requirement,
 * with the earliest due date. The most urgent ones come first.
 */
export function parseRequirements(
  codes: readonly { code: string; dueAt: Date | null }[],
  now: Date,
): Requirement[] {
  const byKind = new Map<RequirementKind, Requirement>()
  for (const { code, dueAt } of codes) {
    const kind = KINDS.find(([pattern]) => pattern.test(code))?.[1] ?? 'unknown'
    const requirement = { kind, dueAt, urgency: getUrgency(dueAt, now) }
    const before = byKind.get(kind)
    if (before === undefined || compareUrgency(requirement, before) < 0) byKind.set(kind, requirement)
  }
  return [...byKind.values()].toSorted(
    (a, b) => compareUrgency(a, b) || REQUIREMENT_KINDS.indexOf(a.kind) - REQUIREMENT_KINDS.indexOf(b.kind),
  )
}

/** Returns how urgent a requirement is. Without a date, it must be met now. */
function getUrgency(dueAt: Date | null, now: Date): Urgency {
  if (dueAt === null) return 'now'
  return dueAt <= now ? 'overdue' : 'later'
}

function compareUrgency(a: Requirement, b: Requirement): number {
  const difference = URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency)
  return difference || (a.dueAt?.getTime() ?? 0) - (b.dueAt?.getTime() ?? 0)
}
