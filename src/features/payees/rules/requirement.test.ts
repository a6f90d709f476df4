import { expect, test } from 'vitest'
import { parseRequirements, type RequirementKind } from './requirement'

const now = new Date('2026-12-01T12:00:00Z')

test.each<[string, RequirementKind]>([
  ['external_account', 'bank_account'],
  ['individual.verification.document', 'identity_document'],
  ['person_1Nv0FG.verification.additional_document', 'identity_document'],
  ['individual.id_number', 'tax_number'],
  ['company.tax_id', 'tax_number'],
  ['individual.first_name', 'name'],
  ['individual.dob.year', 'birth_date'],
  ['company.address.postal_code', 'address'],
  ['individual.phone', 'contact'],
  ['business_profile.url', 'business'],
  ['tos_acceptance.date', 'terms'],
  ['individual.new_requirement', 'unknown'],
])('translates the code %s to %s', (code, kind) => {
  expect(parseRequirements([{ code, dueAt: null }], now)).toEqual([{ kind, dueAt: null, urgency: 'now' }])
})

test('merges codes of one kind into a requirement with the earliest date, and sorts the most urgent first', () => {
  const past = new Date('2026-11-30T12:00:00Z')
  const soon = new Date('2026-12-10T12:00:00Z')
  const later = new Date('2026-12-20T12:00:00Z')
  expect(
    parseRequirements(
      [
        { code: 'individual.id_number', dueAt: later },
        { code: 'company.tax_id', dueAt: soon },
        { code: 'external_account', dueAt: null },
        { code: 'individual.verification.document', dueAt: past },
      ],
      now,
    ),
  ).toEqual([
    { kind: 'identity_document', dueAt: past, urgency: 'overdue' },
    { kind: 'bank_account', dueAt: null, urgency: 'now' },
    { kind: 'tax_number', dueAt: soon, urgency: 'later' },
  ])
})

test('a requirement is overdue from its due date on', () => {
  expect(parseRequirements([{ code: 'external_account', dueAt: now }], now)).toMatchObject([
    { urgency: 'overdue' },
  ])
})
