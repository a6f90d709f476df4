import { halftone } from './halftone'
import { hazard } from './hazard'
import { moire } from './moire'
import { phase } from './phase'
import type { Recipe } from './picture'
import { steps } from './steps'
import { strobe } from './strobe'
import { tiles } from './tiles'
import { waves } from './waves'

export const RECIPES = { phase, moire, steps, halftone, hazard, waves, tiles, strobe } satisfies Record<
  string,
  Recipe
>

export type RecipeName = keyof typeof RECIPES

// The order is part of the artwork: a title's hash counts into it.
export const RECIPE_NAMES = [
  'phase',
  'moire',
  'steps',
  'halftone',
  'hazard',
  'waves',
  'tiles',
  'strobe',
] as const satisfies readonly RecipeName[]
