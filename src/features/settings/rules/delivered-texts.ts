/** The date these texts take effect, until an admin changes them. */
export const DELIVERED_ON = '2026-02-03T12:00:00.000Z'

// Markdown. {name}, {service_fee} and {hold_minutes} are filled in on display, so that the text follows the settings.
const terms = `## Who may join

The network is for people who work in music and were let in by a member. One person, one account. Your invitation code is yours to give, not to sell.

Anyone may open an account to buy tickets. You must be old enough to enter a contract where you live, and the address you sign up with must be your own.

## Buying tickets

The contract for a night is between you and its organizer. We hold the tickets for {hold_minutes} minutes while you pay. A ticket lets one person in, once.

The organizer sets the age limit and may refuse entry to anyone who endangers others. A copied ticket opens the door for whoever shows it first, so keep yours to yourself.

## The service fee

We add {service_fee} of the subtotal and show it before you pay. The price you see at the end is the price you pay.

## Refunds

If a night is cancelled you get everything back, the fee too. If it is postponed you choose. Otherwise it is up to the organizer, and we pass on what they decide.

A payment that reaches us after your hold has ended is honoured while tickets remain, and returned in full otherwise.

## Bookings

A booking is agreed when both sides said yes to the same terms. The history of an offer can’t be edited, by you or by us. Either side can cancel, with a reason that the other side sees.

## What we remove

Threats, hatred, other people’s private data, fake nights and fake people. A moderator may hide a message, mute a person for a time or close a room; an admin may close an account. You are told what was removed and why, and you can answer.

## Your data

{name} keeps what it needs to run your account, your tickets and your bookings, and nothing to sell. Which data, why and for how long is written in the Privacy notice.

## Changes

When these terms change we write to you at least 30 days before. If you disagree you can close your account until then; tickets you hold stay valid under the terms you bought them with.
`

const privacy = `## What we keep

Your name, address of e-mail and number, and your password as a hash that nobody can read back. Your other ways in: accounts elsewhere, passkeys, second factors. What you write into your profile. Your orders, tickets, bookings, connections and messages.

For each session: when it began, when it was last used, the network address and the kind of browser, so that you can recognise a stranger in it.

## Why

To run your account, to sell and check tickets, and to let members find and book each other: that is our contract with you. To keep strangers out and to answer misuse: that is our interest and yours. To keep books: that is the law.

## Who sees it

Other people see your public profile and what you send them. The organizer of a night sees the names on its tickets. The payment provider sees what it needs to charge you; your card number never reaches us. Whoever carries our mails and text messages carries what is in them.

{name} sells nothing of it and shows no advertising.

## Cookies

One keeps you signed in, one holds a sign-in through another service for the minutes it takes, one knows a browser that you trust, one remembers light or dark, one whether the sidebar is open. None follows you elsewhere, so there is nothing to consent to.

## How long

A session ends 30 days after you last used it, and another 30 days later we forget it. Links in our mails die after a day. Your account stays until you delete it. Orders stay, without your name, as long as the law wants books to be kept.

## Your rights

In your settings you can see and correct your data, take a copy of all of it, and delete your account: what stays then, and why, is said before. For anything else write to the address that our mails come from. You can also complain to the data protection authority where you live.
`

export const DELIVERED_TEXTS = { terms, privacy } as const
