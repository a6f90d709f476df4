import { createFileRoute } from '@tanstack/react-router'
import { LegalPage, type LegalSection } from '~/features/identity/web/legal-page'
import { plainHead } from './-frame/page-head'

export const Route = createFileRoute('/terms')({
  head: ({ match }) =>
    plainHead(
      match,
      'Terms of Service',
      'Who may join, how tickets, the service fee, refunds and bookings work.',
    ),
  component: () => <LegalPage title="Terms of Service" since="3 February 2026" sections={sections} />,
})

const sections: readonly LegalSection[] = [
  {
    title: 'Who may join',
    paragraphs: [
      'The network is for people who work in music and were let in by a member. One person, one account. Your invitation code is yours to give, not to sell.',
      'Anyone may open an account to buy tickets. You must be old enough to enter a contract where you live, and the address you sign up with must be your own.',
    ],
  },
  {
    title: 'Buying tickets',
    paragraphs: [
      'The contract for a night is between you and its organizer. We hold the tickets for ten minutes while you pay. A ticket lets one person in, once.',
      'The organizer sets the age limit and may refuse entry to anyone who endangers others. A copied ticket opens the door for whoever shows it first, so keep yours to yourself.',
    ],
  },
  {
    title: 'The service fee',
    paragraphs: [
      'We add 10% of the subtotal, shown as a separate line before you pay. The price you see at the end is the price you pay.',
    ],
  },
  {
    title: 'Refunds',
    paragraphs: [
      'If a night is cancelled you get everything back, the fee too. If it is postponed you choose. Otherwise it is up to the organizer, and we pass on what they decide.',
      'A payment that reaches us after your hold has ended is honoured while tickets remain, and returned in full otherwise.',
    ],
  },
  {
    title: 'Bookings',
    paragraphs: [
      'A booking is agreed when both sides said yes to the same terms. The history of an offer can’t be edited, by you or by us. Either side can cancel, with a reason that the other side sees.',
    ],
  },
  {
    title: 'What we remove',
    paragraphs: [
      'Threats, hatred, other people’s private data, fake nights and fake people. A moderator may hide a message, mute a person for a time or close a room; an admin may close an account. You are told what was removed and why, and you can answer.',
    ],
  },
  {
    title: 'Your data',
    paragraphs: [
      'We keep what we need to run your account, your tickets and your bookings, and nothing to sell. Which data, why and for how long is written in the Privacy notice.',
    ],
  },
  {
    title: 'Changes',
    paragraphs: [
      'When these terms change we write to you at least 30 days before. If you disagree you can close your account until then; tickets you hold stay valid under the terms you bought them with.',
    ],
  },
]
