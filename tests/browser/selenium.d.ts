/** What selenium-webdriver's own types leave out of the parts that are used here. */
declare module "selenium-webdriver/lib/atoms/get-attribute.js" {
  /** A function's text: the value of an element's attribute or property. */
  const script: string | Function;
  export default script;
}

declare module "selenium-webdriver/lib/webelement.js" {
  export function isId(value: unknown): boolean;
  export function extractId(value: unknown): string;
}
