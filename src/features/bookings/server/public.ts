export { readTerms } from './step-terms'
