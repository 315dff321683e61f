export default { output: 'export', trailingSlash: true };
