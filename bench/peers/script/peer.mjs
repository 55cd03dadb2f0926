export const script = {
  id: 'script',
  title: 'handwritten undici + ajv, concurrent',
  packages: { undici: '7.30.2', ajv: '8.20.0', 'ajv-formats': '3.0.1' },
  arguments: () => ['check.mjs'],
};
