import { createFileRoute } from '@tanstack/react-router'
import { LegalPage, type LegalSection } from '~/features/identity/web/legal-page'
import { plainHead } from './-frame/page-head'

export const Route = createFileRoute('/privacy')({
  head: ({ match }) =>
    plainHead(
      match,
      'Privacy',
      'Which data we keep about you, why, for how long, and what you can do about it.',
    ),
  component: () => <LegalPage title="Privacy" since="3 February 2026" sections={sections} />,
})

const sections: readonly LegalSection[] = [
  {
    title: 'What we keep',
    paragraphs: [
      'Your name and address of e-mail, and your password as a hash that nobody can read back. What you write into your profile. Your orders, tickets, bookings, connections and messages.',
      'For each session: when it began, when it was last used, the network address and the kind of browser, so that you can recognise a stranger in it.',
    ],
  },
  {
    title: 'Why',
    paragraphs: [
      'To run your account, to sell and check tickets, and to let members find and book each other: that is our contract with you. To keep strangers out and to answer misuse: that is our interest and yours. To keep books: that is the law.',
    ],
  },
  {
    title: 'Who sees it',
    paragraphs: [
      'Other people see your public profile and what you send them. The organizer of a night sees the names on its tickets. The payment provider sees what it needs to charge you; your card number never reaches us.',
      'We sell nothing and we show no advertising.',
    ],
  },
  {
    title: 'Cookies',
    paragraphs: [
      'One keeps you signed in, one remembers light or dark, one whether the sidebar is open. None follows you elsewhere, so there is nothing to consent to.',
    ],
  },
  {
    title: 'How long',
    paragraphs: [
      'A session ends 30 days after you last used it, and another 30 days later we forget it. Links in our mails die after a day. Your account stays until you delete it. Orders stay, without your name, as long as the law wants books to be kept.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'You can see and correct your data in your settings, ask for a copy, or have your account and all personal data deleted. Write to the address at the foot of any of our mails. You can also complain to the data protection authority where you live.',
    ],
  },
]
