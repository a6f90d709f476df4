/** The date since which the default texts are in force, until an admin changes them. */
export const DELIVERED_ON = '2026-02-03T12:00:00.000Z'

// Markdown. {name}, {service_fee}, {hold_minutes} and {contact} are filled in on display, so that the text follows the settings.
const terms = `## Who may join

The network is for people who work in music and were invited by a member. One person, one account. You may give your invitation code away, but not sell it.

Anyone may open an account to buy tickets. You must be old enough to enter a contract where you live, and the address you sign up with must be your own.

## Buying tickets

The contract for an event is between you and its organizer. We hold the tickets for {hold_minutes} minutes while you pay. A ticket admits one person, once.

The organizer sets the age limit and may refuse entry to anyone who endangers others. If a ticket is copied, only the first copy to be scanned is valid, so keep yours private.

## The service fee

We add {service_fee} of the subtotal and show it before you pay. The price you see at the end is the price you pay.

## Refunds

If an event is canceled, we refund your full payment, including the service fee. If it is postponed, you can choose a refund or keep your ticket. In all other cases the organizer decides, and we carry out that decision.

If your payment reaches us after your hold has ended, it is accepted while tickets remain. Otherwise we refund it in full.

## Bookings

A booking is agreed when both sides have accepted the same terms. No one can edit the history of an offer, including us. Either side can cancel, with a reason that the other side sees.

## What we remove

Threats, hatred, other people’s private data, fake events and fake people. A moderator may hide a message, mute a person for a time or close a room; an admin may close an account. We notify you of what was removed and why, and you can reply.

## Your data

{name} stores what it needs to run your account, your tickets and your bookings, and sells none of it. The Privacy notice says which data we store, why and for how long.

## Changes

When these terms change, we write to you at least 30 days before. If you disagree, you can close your account before they apply; tickets you hold stay valid under the terms you bought them with.
`

const privacy = `## What we keep

Your name, email address and phone number, and your password as a hash that can’t be reversed. Your other sign-in methods: accounts at other services, passkeys, two-step verification. What you write in your profile. Your orders, tickets, bookings, connections and messages.

For each session: when it began, when it was last used, the network address and the kind of browser, so that you can recognize sessions that aren’t yours.

## Why

To run your account, to sell and check tickets, and to let members find and book each other: that is our contract with you. To prevent unauthorized access and misuse: that is our legitimate interest, and yours. To keep accounting records: that is a legal obligation.

## Who sees it

Other people see your public profile and what you send them. The organizer of an event sees the names on its tickets. The payment provider sees what it needs to charge you; your card number never reaches us. The services that deliver our emails and text messages process their contents.

{name} sells none of it and shows no advertising.

## Cookies

One keeps you signed in, one stores a sign-in through another service while it is in progress, one recognizes a browser that you trust, one remembers light or dark, and one whether the sidebar is open. None tracks you on other sites, so we don’t ask for consent.

## How long

A session ends 30 days after you last used it, and we delete it another 30 days later. Links in our emails expire after a day. Your account stays until you delete it. Orders stay, without your name, as long as the law requires accounting records.

## Your rights

In your settings you can see and correct your data, download a copy of all of it, and delete your account. Before you delete it, we show you what remains and why. For anything else, write to the address that our emails come from. You can also complain to the data protection authority where you live.
`

// The section “How we check it” lists the accessibility checks of our automated tests.
// tests/project/accessibility-statement.test.ts compares this list with those tests.
const accessibility = `## Our goal

Everyone can use {name}: with a keyboard, a screen reader, large text or strong contrast, on a phone or a large screen. We follow the Web Content Accessibility Guidelines (WCAG) 2.2, levels A and AA, which include the requirements of the European standard EN 301 549 for websites. The law behind this statement is the European Accessibility Act, Directive (EU) 2019/882.

## How we check it

Before each release, programs check:

- Every screen, with axe, by the rules of WCAG 2.0, 2.1 and 2.2, levels A and AA. A program can check only some of them.
- Contrast, in the light and in the dark theme, on the screens with the most components.
- That no page scrolls sideways on a screen 320 pixels wide.
- Finding an event, choosing tickets and paying with the keyboard alone.

No program finds everything, and no outside auditor has checked this site.

## What doesn’t work yet

Scanning tickets needs a camera. Without one, search for the guest by name. PDF tickets and invoices have no tags for screen readers: the pages of the order and the ticket have the same information. Pictures that members upload have no descriptions, only the name of the person or event they belong to. Organizers and members write descriptions and messages themselves.

## Tell us

If something keeps you from using {name}, write to {contact}. Say which page it was and which device or assistive technology you use. We answer within 14 days, and help you buy, book or change what you need meanwhile.

## If we don’t help

You can complain to the authority for accessible services in your country. In the European Union, each country has one for the European Accessibility Act.
`

export const DEFAULT_TEXTS = { terms, privacy, accessibility } as const

export type SiteTextKey = keyof typeof DEFAULT_TEXTS

export function isTextKey(key: string): key is SiteTextKey {
  return key in DEFAULT_TEXTS
}
