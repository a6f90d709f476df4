import { z } from 'zod'

export const textSections = z.object({
  sections: z.array(
    z.object({
      /** Null: words that stand under no heading. */
      title: z.string().nullable(),
      /** Made from Markdown by platform/markdown, which lets no tag of the author through. */
      html: z.string(),
    }),
  ),
})
export type TextSection = z.output<typeof textSections>['sections'][number]

export const siteText = textSections.extend({
  /** The moment of the last change to it, or to a setting that it names. */
  since: z.string(),
})
export type SiteText = z.output<typeof siteText>
