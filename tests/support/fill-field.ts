import { userEvent } from '@testing-library/user-event'

/** Replaces the text of a field by pasting: the page renders once, and not for every character. */
export async function fillField(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field)
  await userEvent.paste(text)
}
