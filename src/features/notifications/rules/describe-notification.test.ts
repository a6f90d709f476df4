import { describe, expect, test } from 'vitest'
import type { NotificationFacts } from './notification-facts'
import { NOTIFICATION_KINDS, type NotificationKind } from './notification-kind'
import { joinParts, describeNotification } from './describe-notification'
import { sofia, table } from './testing-sentences'

const say = (kind: NotificationKind, actor: string | null, facts: NotificationFacts) =>
  joinParts(describeNotification(kind, actor, facts))

describe('notification sentence', () => {
  test('the table of test sentences has a row for every kind of notification', () => {
    expect(table.map(([kind]) => kind)).toEqual([...NOTIFICATION_KINDS])
  })

  test.each(table)(
    'describes a notification of kind %s with and without actor and details',
    (kind, facts, withActor, byItself, bare) => {
      expect(say(kind, sofia, facts)).toBe(withActor)
      expect(say(kind, null, facts)).toBe(byItself)
      expect(say(kind, null, {})).toBe(bare)
    },
  )
})
