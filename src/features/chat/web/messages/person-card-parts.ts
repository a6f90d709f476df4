import { createContext, type ReactNode } from 'react'

export interface CardPerson {
  id: string
  name: string
}

/** What other features add to a person's card: facts with a link to the profile, and actions. */
export interface PersonCardParts {
  facts: (person: CardPerson) => ReactNode
  actions: (person: CardPerson, close: () => void) => ReactNode
}

export const PersonCardPartsContext = createContext<PersonCardParts>({
  facts: () => null,
  actions: () => null,
})
